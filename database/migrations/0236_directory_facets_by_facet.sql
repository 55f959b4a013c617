-- Reading one facet of all networks walked the primary key, which begins with the networks.
create index concurrently directory_facets_by_facet on directory_facets (facet);
