-- What a membership costs from a day on. Before the first row, the price is in the columns of the network.
create table network_prices (
  id bigint generated always as identity primary key,
  peer_network_id bigint not null references peer_networks on delete cascade,
  price integer not null check (price >= 0),
  price_international integer not null check (price_international >= 0),
  -- Days begin at midnight UTC.
  valid_from date not null,
  unique (peer_network_id, valid_from)
);
