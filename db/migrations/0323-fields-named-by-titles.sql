-- Category and color are optional. An item without one is searched as what its title names, so that a
-- sentence such as "red dress", which asks for both, finds it.

create function category_or_named(category text, title text) returns text
  language sql immutable parallel safe as $$
  select coalesce(category, case
    when lower(title) ~ '\m(jumpsuit|romper|playsuit)s?\M' then 'Jumpsuit'
    when lower(title) ~ '\m(gown|ballgown)s?\M' then 'Gown'
    when lower(title) ~ '\m(dress|sundress|minidress|shirtdress)(es)?\M' then 'Dress'
    when lower(title) ~ '\mskirts?\M' then 'Skirt'
    when lower(title) ~ '\m(trousers|pants|slacks|jeans|leggings)\M' then 'Trousers'
    when lower(title) ~ '\m(jacket|blazer)s?\M' then 'Jacket'
    when lower(title) ~ '\m(coat|overcoat|trench|parka)s?\M' then 'Coat'
    when lower(title) ~ '\m(suit|pantsuit|tuxedo)s?\M' then 'Suit'
    when lower(title) ~ '\m(sweater|cardigan|pullover|turtleneck)s?\M' then 'Knitwear'
    when lower(title) ~ '\m(top|blouse|shirt|camisole|corset)s?\M' then 'Top'
    when lower(title) ~ '\m(bag|clutch|belt|scarf|hat|shawl|veil|necklace)(e?s)?\M' then 'Accessory'
  end)
$$;

-- The first color of a title.
create function colour_or_named(colour text, title text) returns text
  language sql immutable parallel safe as $$
  select coalesce(colour, case named.word
    when 'gray' then 'Grey' when 'cream' then 'Ivory' when 'violet' then 'Purple'
    when 'multicolor' then 'Multi' when 'multicolored' then 'Multi'
    else initcap(named.word) end)
  from (select substring(lower(title) from
    '\m(black|white|ivory|cream|grey|gray|red|pink|orange|yellow|green|blue|purple|violet|brown|gold|silver|multicolor|multicolored)\M'
  ) as word) named
$$;

create or replace function search_filters(item clothing_items) returns text[]
  language sql immutable as $$
  select array_remove(array[
    'f:brand:' || item.brand_id,
    'f:category:' || category_or_named(item.category, item.title),
    'f:city:' || item.location_group,
    'f:colour:' || colour_or_named(item.colour, item.title),
    'f:fabric:' || item.fabric, 'f:occasion:' || item.occasion_group,
    'f:price:' || item.credits_per_day * 7, 'f:size:' || item.size_group,
    'f:style:' || item.style_group], null)
$$;

update item_search s set doc = search_document(i)
from clothing_items i
where i.id = s.item_id and (i.category is null or i.colour is null)
  and s.doc <> search_document(i);
