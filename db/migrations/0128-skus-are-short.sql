-- Every item has a SKU of a proper length, or none.
alter table clothing_items validate constraint sku_is_short;
