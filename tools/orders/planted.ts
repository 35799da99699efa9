import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#domain/shared/ids.ts'
import { Page } from '#test/browsing.ts'
import type { Browser } from './record/sending.ts'

/** A fault of the shop, pretended between people and the shop or in its database. */
export interface Planted {
  readonly name: string
  /** The kind of thing whose history no order explains. */
  readonly in: 'item' | 'wallet' | 'gift code' | 'plan' | 'earnings'
  readonly through?: (browser: Browser, who: string) => Browser
  /** Statements that plant it, and those that remove it. */
  readonly sql?: string
  readonly undo?: string
}

const LATE_MS = 1_500
const STALE_MS = 4_000

/** A trigger that runs before some writes. */
function before(writes: string, body: string): Pick<Planted, 'sql' | 'undo'> {
  const table = writes.split(' ').at(-1)
  return {
    sql: `create function planted() returns trigger language plpgsql as $$
        begin ${body} return new; end $$;
      create trigger a_planted_fault before ${writes} for each row execute function planted()`,
    undo: `drop trigger a_planted_fault on ${table}; drop function planted()`,
  }
}

/** Answers a form in place of the shop, which gets it later. */
const answersBeforeCommit = (browser: Browser): Browser => ({
  ...passing(browser),
  post: async (path, form, details) => {
    if (path !== '/my-rentals') return browser.post(path, form, details)
    const sent = pause(LATE_MS).then(() => browser.post(path, form, details))
    sent.catch(() => {})
    return redirectWith(path, 'success')
  },
})

/** Answers a swap in place of the shop, which never gets it. */
const answersRolledBack = (browser: Browser): Browser => ({
  ...passing(browser),
  post: async (path, form, details) =>
    path.endsWith('/swap') ? redirectWith(path, 'Request sent') : browser.post(path, form, details),
})

function redirectWith(path: string, notice: string): Page {
  const headers = { location: '/my-rentals', 'set-cookie': `hemline_flash=${notice}` }
  return new Page(`http://shop${path}`, new Response(null, { status: 302, headers }), '')
}

/** Answers some requests with what it answered before. */
function readsStale(isRead: (path: string) => boolean): (browser: Browser, who: string) => Browser {
  const noted = new Map<string, { readonly page: Page; readonly until: number }>()
  return (browser, who) => ({
    ...passing(browser),
    get: async (path, details) => {
      if (!isRead(path)) return browser.get(path, details)
      const name = path.includes('/items/') ? path : `${who} ${path}`
      const found = noted.get(name)
      if (found && found.until > performance.now()) return found.page
      const page = await browser.get(path, details)
      noted.set(name, { page, until: performance.now() + STALE_MS })
      return page
    },
  })
}

/** Answers a read of the balance with what the read before it found. */
const readsOtherMoment = (browser: Browser): Browser => {
  let last: Page | null = null
  return {
    ...passing(browser),
    get: async (path, details) => {
      const page = await browser.get(path, details)
      if (!path.endsWith('/credits') || !path.startsWith('/api/')) return page
      const before = last
      last = page
      return before ?? page
    },
  }
}

/** Shows rentals that were refused after they were written. */
const readsRolledBack = (browser: Browser): Browser => {
  let ghost: Readonly<Record<string, unknown>> | null = null
  return {
    ...passing(browser),
    post: async (path, form, details) => {
      const page = await browser.post(path, form, details)
      const item = /^\/item\/(.+)$/.exec(path)?.[1]
      if (item && form && 'start' in form && page.html.includes('credits but only have'))
        ghost = { item_id: item, start_date: form.start, end_date: form.end }
      return page
    },
    get: async (path, details) => {
      const page = await browser.get(path, details)
      if (!ghost || !path.startsWith('/api/v1/my-rentals')) return page
      const body = JSON.parse(page.html)
      const html = JSON.stringify({ ...body, data: [...body.data, ghost] })
      ghost = null
      return new Page(page.url, page.response, html)
    },
  }
}

/** Carries out some requests twice, as a proxy does that sends them again. */
const repeats = (browser: Browser): Browser => ({
  ...passing(browser),
  post: async (path, form, details) => {
    const page = await browser.post(path, form, details)
    if (form && 'key' in form) await browser.post(path, { ...form, key: newId() }, details)
    return page
  },
})

function passing(browser: Browser): Browser {
  return {
    get: (path, details) => browser.get(path, details),
    post: (path, form, details) => browser.post(path, form, details),
    follow: (page) => browser.follow(page),
  }
}

export const plantedFaults: readonly Planted[] = [
  { name: 'answers before the commit', in: 'item', through: answersBeforeCommit },
  {
    name: 'reads a stale calendar',
    in: 'item',
    through: readsStale((path) => path.includes('/items/')),
  },
  { name: 'answers a swap that was rolled back', in: 'item', through: answersRolledBack },
  {
    name: 'reads stale earnings',
    in: 'earnings',
    through: readsStale((path) => path.includes('/earnings')),
  },
  { name: 'reads a row that was rolled back', in: 'item', through: readsRolledBack },
  { name: 'reads a balance of another moment', in: 'wallet', through: readsOtherMoment },
  { name: 'carries out a request twice', in: 'earnings', through: repeats },
  {
    name: 'loses an update of a wallet',
    in: 'wallet',
    ...before(
      'insert on credit_movements',
      `if new.to_side = 'spent' and random() < 0.5 then return null; end if;`,
    ),
  },
  {
    name: 'pays credits back twice',
    in: 'wallet',
    ...before(
      'insert on credit_movements',
      `if new.from_side = 'spent' and new.to_side = 'available' then
         new.from_side := 'mint'; new.amount := 2 * new.amount; end if;`,
    ),
  },
  {
    name: 'forgets a cancellation',
    in: 'item',
    ...before(
      'update on rentals',
      `if new.status = 'cancelled' and old.status <> 'cancelled' then return null; end if;`,
    ),
  },
  {
    name: 'offers freed days to nobody',
    in: 'item',
    ...before(
      'update on waitlist_entries',
      `if new.status = 'offered' and old.status = 'waiting' then return null; end if;`,
    ),
  },
  {
    name: 'forgets a change of plan',
    in: 'plan',
    ...before(
      'update on credit_subscriptions',
      'new.product_type := old.product_type; new.pending_from := null; new.pending_product_type := null; new.cancel_at := null;',
    ),
  },
  {
    name: 'lets a gift be claimed twice',
    in: 'gift code',
    sql: `create function planted() returns trigger language plpgsql as $$
        begin
          if tg_table_name = 'gift_codes' then
            new.claimed := false; new.claimed_at := null; new.claimed_by := null;
          elsif tg_table_name = 'credit_lots' then
            new.source_key := new.source_key || gen_random_uuid();
          else
            new.idempotency_key := new.idempotency_key || gen_random_uuid();
          end if;
          return new;
        end $$;
      create trigger a_planted_fault before update of claimed on gift_codes
        for each row execute function planted();
      create trigger a_planted_fault before insert on credit_lots
        for each row when (new.source = 'gift_claim') execute function planted();
      create trigger a_planted_fault before insert on credit_transactions
        for each row when (new.kind = 'gift_claim') execute function planted()`,
    undo: `drop trigger a_planted_fault on gift_codes; drop trigger a_planted_fault on credit_lots;
      drop trigger a_planted_fault on credit_transactions; drop function planted()`,
  },
  {
    // Last, because its rentals cannot be made to fit again.
    name: 'books the same days twice',
    in: 'item',
    sql: `alter table rentals drop constraint rentals_never_overlap;
      alter table rentals disable trigger new_rental_books_its_period`,
  },
]
