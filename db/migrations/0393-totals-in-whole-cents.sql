-- After 0392, by which all new changes are in whole cents.
select set_running_totals();
