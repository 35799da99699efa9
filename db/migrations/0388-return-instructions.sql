-- How and where the items of a closet come back, for renters who have one. Null without.
alter table user_profiles add column return_instructions text;
alter table user_profiles add constraint return_instructions_have_1_to_500_characters
  check (char_length(return_instructions) between 1 and 500) not valid;
