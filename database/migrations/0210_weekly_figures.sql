-- Staff who do not want the weekly email of figures, and the weeks that have been sent.
create table weekly_figure_refusals (
  user_id bigint primary key references users on delete cascade,
  refused_at timestamptz not null default now()
);
create table sent_weekly_figures (
  week date primary key,
  sent_at timestamptz not null default now()
);
