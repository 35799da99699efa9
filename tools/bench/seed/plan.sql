-- What makes this database ours, and how far filling it has come.
create schema bench_seed;
create table bench_seed.plan (
  scale float8 not null,
  items bigint not null,
  people bigint not null,
  closets bigint not null,
  rentals bigint not null,
  -- The first rental is made, the last one has just been made, and rentals are paid from.
  begins timestamptz not null,
  ends timestamptz not null,
  paid_from timestamptz not null
);
-- Steps that are done, or how many of their rows.
create table bench_seed.progress (step text primary key, done bigint not null);
-- Indexes that are built once their table is full.
create table bench_seed.indexes (name text primary key, definition text not null, on_table text not null);

-- Ids follow from what they are for, so nothing has to be looked up. They sort by time, as ours do.
create function bench_seed.id(kind integer, at timestamptz, n bigint) returns uuid
language sql immutable parallel safe as $$
  select encode(substr(int8send((date_part('epoch', at) * 1000)::bigint), 3)
    || int2send((28672 + kind)::smallint) || int8send(-9223372036854775808 + n), 'hex')::uuid
$$;
-- Closets come first among the people, then shoppers.
create function bench_seed.joined(n bigint) returns timestamptz
language sql immutable parallel safe as $$
  select timestamptz '2022-01-01 12:00Z' + n * interval '30 seconds'
$$;
create function bench_seed.person(n bigint) returns uuid language sql immutable parallel safe as $$
  select bench_seed.id(1, bench_seed.joined(n), n)
$$;
create function bench_seed.item(n bigint) returns uuid language sql immutable parallel safe as $$
  select bench_seed.id(2, bench_seed.joined(n), n)
$$;
-- Of a shopper: the order and the lot of the credits, the order and the deposit.
create function bench_seed.of_shopper(kind integer, n bigint) returns uuid
language sql immutable parallel safe as $$
  select bench_seed.id(kind, bench_seed.joined(n), n)
$$;
-- The first closet has one item in fifty, the others share the rest.
create function bench_seed.closet_of(item bigint, closets bigint) returns bigint
language sql immutable parallel safe as $$
  select case when item % 50 = 0 then 0 else 1 + item % (closets - 1) end
$$;
create function bench_seed.price_of(item bigint) returns integer
language sql immutable parallel safe as $$
  select (1 + item % 3)::integer
$$;
-- The month whose transfer pays it; the first two are one, so that it reaches the least amount.
create function bench_seed.month_of(payable timestamptz, paid_from timestamptz) returns timestamptz
language sql stable parallel safe as $$
  select greatest(date_trunc('month', payable, 'UTC'), paid_from + interval '1 month')
$$;
