-- small tables: closet_holidays
-- What a closet tells shoppers about its time off; '' for nothing.
alter table closet_holidays add column note text not null default '';
alter table closet_holidays add constraint note_of_a_holiday_has_at_most_200_characters
  check (char_length(note) <= 200);
