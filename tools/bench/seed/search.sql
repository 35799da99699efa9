insert into item_search (item_id, doc)
select i.id, search_document(i) from clothing_items i
where i.id between bench_seed.item($1::bigint) and bench_seed.item($2::bigint - 1)
