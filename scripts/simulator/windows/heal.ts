// The network works, every window checks the cookie, and everybody returns once.
import { seenEntities, textOf, visibleRows } from '../oracle/projection.ts'
import { readServerState } from '../oracle/server-state.ts'
import { assert } from '../oracle/violation.ts'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import type { Person } from '../server/firm.ts'
import { type History, describeWindow } from './history.ts'
import { draftKey, type Window } from './window.ts'

export async function heal(history: History): Promise<void> {
  const { browser, watch } = history
  history.log.push('the line is good, every window looks')
  history.turnLine(true)
  await history.waitUntilIdle()
  await history.quiet()
  await checkEveryWindow(history)
  await checkWindows(history)
  const person = await browser.signedIn()
  watch.checkDeparted(person)
  if (person && browser.windows.some(knowsSignedInPerson)) watch.checkOthers(person)
  while (browser.windows[0]) await browser.closeWindow(browser.windows[0], true)
  await history.quiet()
  const stores = new Map<Person, Store>()
  for (const person of history.people) {
    history.log.push(`${person.identity.email} comes back`)
    await history.signIn(person)
    await history.waitUntilIdle()
    await history.quiet()
    const window = browser.windows.at(-1)
    const store = window!.store
    assert(
      store?.identity.id === person.identity.id,
      () => `${person.identity.email} cannot get in: ${describeWindow(window!)}`,
    )
    stores.set(person, store!)
    watch.findsDraft(person.identity, (await store!.adoptDraft(draftKey))?.['name'] as string | undefined)
    await checkRows(history, person, store!)
    await checkCommitted(history, person, store!)
    await browser.closeWindow(window!, true)
    await history.waitUntilIdle()
  }
  await checkWritten(history)
}

/** Twice, because one window's action may concern another. */
async function checkEveryWindow(history: History): Promise<void> {
  for (let times = 0; times < 2; times++) {
    for (const window of history.browser.windows) {
      history.watch.runs(window, 'look', window.look())
      window.store?.syncNow()
    }
    await history.waitUntilIdle()
    await history.quiet()
  }
}

const knowsSignedInPerson = ({ session: { state } }: Window): boolean =>
  state.kind === 'signed-in' || (state.kind === 'other-person' && state.current !== null)

async function checkWindows({ browser }: History): Promise<void> {
  const person = await browser.signedIn()
  for (const window of browser.windows) {
    const { state } = window.session
    assert(state.kind !== 'loading' && state.kind !== 'failed', () => `Ends with ${describeWindow(window)}`)
    if (!person) continue
    if (state.kind === 'other-person')
      assert(
        state.current?.id === person.identity.id,
        () => `${describeWindow(window)} does not show that ${person.identity.email} is signed in`,
      )
    if (state.kind !== 'signed-in') continue
    const { identity, status } = state.store
    assert(
      identity.id === person.identity.id && status.connection === 'online' && status.hasAllRows && status.waiting === 0,
      () => `${person.identity.email} is signed in, but ${describeWindow(window)}`,
    )
  }
}

async function checkRows({ backend }: History, person: Person, store: Store): Promise<void> {
  const rows = await visibleRows(backend.sql, person)
  const name = person.identity.email
  // A change that needs a decision overlays the stored row.
  const own = new Set(
    store.outbox().flatMap(({ state, ops }) => (state === 'attention' ? ops.map(({ id }) => id) : [])),
  )
  for (const entity of seenEntities) {
    const shown = new Map<string, AnyRow>(
      [...store.table(entity as EntityName).all()].map((row) => [`${entity} ${row.id}`, row]),
    )
    for (const [key, row] of rows) {
      if (!key.startsWith(`${entity} `) || own.has(key.split(' ')[1]!)) continue
      const seen = shown.get(key)
      assert(
        seen !== undefined && textOf(seen) === textOf(row),
        () => `${name} sees ${key} as ${seen && textOf(seen)} instead of ${textOf(row)}`,
      )
    }
    for (const key of shown.keys())
      assert(rows.has(key) || own.has(key.split(' ')[1]!), () => `${name} still sees ${key}`)
  }
}

/** Every committed change is on the server, or waits for a decision. */
async function checkCommitted({ backend, watch }: History, person: Person, store: Store): Promise<void> {
  const { verdicts } = await readServerState(backend.sql, person.identity.tenantId)
  const undecided = new Set(store.outbox().flatMap(({ id, state }) => (state === 'attention' ? [id] : [])))
  for (const [id, { author, word, isExcused }] of watch.committed) {
    if (author !== person || isExcused) continue
    const verdict = verdicts.get(id)
    const isDone = verdict?.verdict === 'applied' || verdict?.verdict === 'merged'
    assert(
      isDone || undecided.has(id),
      () => `${word} of ${person.identity.email} is lost (${JSON.stringify(verdict)})`,
    )
  }
}

async function checkWritten({ backend, watch, firms }: History): Promise<void> {
  for (const { tenantId } of firms) {
    const { entries, verdicts } = await readServerState(backend.sql, tenantId)
    const written = new Set<string>()
    for (const { details, userId, action } of entries) {
      const { changeId, after } = details
      const word = after?.['name']
      const author = typeof word === 'string' && watch.authors.get(word)
      if (!author) continue
      assert(
        author.identity.id === userId && author.identity.tenantId === tenantId,
        () => `${word} is written as ${userId}'s`,
      )
      assert(!written.has(word), () => `${word} is written twice (${action})`)
      written.add(word)
      const promise = watch.committed.get(changeId)
      assert(
        !promise || promise.author === author,
        () => `The change ${changeId} of ${promise!.author.identity.email} wrote ${word}`,
      )
    }
    for (const [id, { userId }] of verdicts) {
      const promise = watch.committed.get(id)
      assert(!promise || promise.author.identity.id === userId, () => `The change ${id} was judged as ${userId}'s`)
    }
  }
}
