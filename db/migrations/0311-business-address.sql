-- small tables: site_customization
alter table checkout_orders validate constraint payment_method_of_an_order_is_a_short_name;
alter table checkout_orders validate constraint card_of_an_order_has_four_digits;
alter table checkout_orders validate constraint tax_of_an_order_is_part_of_its_amount;
alter table subscription_coverage validate constraint payment_method_of_coverage_is_a_short_name;
alter table subscription_coverage validate constraint card_of_coverage_has_four_digits;

alter table site_customization add constraint business_address_has_at_most_200_characters
  check (setting_key <> 'business_address' or char_length(setting_value) <= 200);
alter table site_customization add constraint business_address_has_at_most_5_lines
  check (setting_key <> 'business_address'
    or char_length(setting_value) - char_length(replace(setting_value, E'\n', '')) < 5);
