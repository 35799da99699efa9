-- An application is looked for by the name on it and by its applicant's name and address.
create index applications_search on business_applications using gin (full_name gin_trgm_ops);
create index applications_of_person on business_applications (user_id);
