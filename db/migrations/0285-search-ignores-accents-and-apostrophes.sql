create extension if not exists unaccent;

-- Text as search compares it, stored or typed: without accents and apostrophes, which phones and
-- keyboards write in several ways. Slashes, commas and long dashes part words.
create function search_text(text) returns text language sql stable as $$
  select translate(
    unaccent(normalize(
      translate($1, U&'\2018\2019\02BC\02B9\00B4\2032`\2010\2011/,\2013\2014', '''''''''''''''--    '),
      nfkc)),
    '''', '')
$$;

create or replace function search_document(item clothing_items) returns tsvector
  language sql stable as $$
  select setweight(to_tsvector('english', search_text(item.title)), 'A')
    || setweight(to_tsvector('english',
      search_text(concat_ws(' ', b.name, item.colour, item.category))), 'B')
    || setweight(to_tsvector('english', search_text(item.description)), 'C')
    || array_to_tsvector(search_filters(item))
    || array_to_tsvector(coalesce(fit_filters(m), '{}'))
  from (select) one
  left join brands b on b.id = item.brand_id and b.is_active
  left join item_measurements m on m.item_id = item.id
$$;

-- Of the others, every word stays the same.
update item_search s set doc = search_document(i)
from clothing_items i left join brands b on b.id = i.brand_id
where s.item_id = i.id
  and concat_ws(' ', i.title, b.name, i.description) ~ '[^\x01-\x7F]|[''`/]'
  and s.doc <> search_document(i);
