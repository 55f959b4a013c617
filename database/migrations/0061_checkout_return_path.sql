-- A checkout is asked for by its id, so the provider must hear the same way back however often it is asked for.
alter table checkouts add column return_path text not null default '/profile/membership';
