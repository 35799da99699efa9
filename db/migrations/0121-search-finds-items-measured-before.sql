-- Items that were measured before 0104 are found by what should fit, too. In most shops there are none.
update item_search s set doc = search_document(i)
from clothing_items i join item_measurements m on m.item_id = i.id
where s.item_id = i.id
  and num_nonnulls(m.bust_cm, m.waist_cm, m.hips_cm) > 0
  and not exists (select from unnest(tsvector_to_array(s.doc)) word where starts_with(word, 'm:'));
