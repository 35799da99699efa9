-- The search reads similar titles in a statement of its own.
drop function items_of_similar_titles(text, integer);
