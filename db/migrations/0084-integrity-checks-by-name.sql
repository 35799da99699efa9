-- The field's word for what always holds is an integrity check; no column and no view says otherwise.
alter view invariant_violations rename column promise to check_name;
alter view invariant_violations_before_corrections rename column promise to check_name;
alter view invariant_violations_before_credits_taken_elsewhere rename column promise to check_name;
alter view invariant_violations_before_failed_dashboard_refunds rename column promise to check_name;
alter view invariant_violations_before_holds rename column promise to check_name;
alter view invariant_violations_before_lost_disputes rename column promise to check_name;
alter view invariant_violations_before_purchase_refunds rename column promise to check_name;
alter view invariant_violations_before_top_ups rename column promise to check_name;
alter view invariant_violations_of_plans rename column promise to check_name;
alter view invariant_violations_of_the_books rename column promise to check_name;
alter view invariant_violations_of_the_house rename column promise to check_name;
alter view invariant_violations_of_the_books rename to invariant_violations_of_the_ledger;
alter view invariant_violations_of_the_house rename to invariant_violations_of_the_system;
