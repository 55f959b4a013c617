-- Accounts that were merged into another of the same person. Only a number is left of the first.
create table member_merges (
  from_id bigint primary key references users (id),
  into_id bigint not null references users (id),
  merged_by bigint not null references users (id),
  merged_at timestamptz not null default now(),
  -- The placeholder of an imported address, so that the next archive gives its messages to the same member.
  imported_as citext unique,
  check (from_id <> into_id)
);
create index member_merges_into on member_merges (into_id);

-- Gives the rows of a member in the named tables to another, in every column that refers to users. A row that the other
-- has already, by a unique index, is deleted.
create function move_member_rows(old_id bigint, new_id bigint, tables text[]) returns void language plpgsql as $$
declare
  reference record;
  index_keys record;
  own text;
begin
  for reference in
    select c.conrelid as relation, a.attname as name, a.attnum as number
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and cardinality(c.conkey) = 1
      and c.conrelid::regclass::text = any(tables)
    order by c.conrelid, a.attnum
  loop
    for index_keys in
      select coalesce(pg_get_expr(i.indpred, i.indrelid), 'true') as predicate,
        string_agg(format(', %s as key_%s', pg_get_indexdef(i.indexrelid, k, true), k), '') filter (where k is not null) as selected,
        coalesce(string_agg(format('y.key_%1$s = x.key_%1$s', k), ' and ') filter (where k is not null), 'true') as compared
      from pg_index i left join generate_series(1, i.indnkeyatts) k on i.indkey[k - 1] <> reference.number
      where i.indrelid = reference.relation and i.indisunique and reference.number = any(i.indkey::smallint[])
      group by i.indexrelid, i.indpred, i.indrelid
    loop
      own := format('select ctid%s from %s where %I = {id} and %s', index_keys.selected, reference.relation::regclass,
        reference.name, index_keys.predicate);
      execute format('delete from %s where ctid = any(array(select x.ctid from (%s) x join (%s) y on %s))',
        reference.relation::regclass, replace(own, '{id}', '$1'), replace(own, '{id}', '$2'), index_keys.compared) using old_id, new_id;
    end loop;
    execute format('update %1$s set %2$I = $2 where %2$I = $1', reference.relation::regclass, reference.name)
      using old_id, new_id;
  end loop;
end $$;
