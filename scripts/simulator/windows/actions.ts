import { createDice, type Dice } from '../dice.ts'
import type { Firm } from '../server/firm.ts'
import type { Browser } from './browser.ts'
import type { Action } from './recipe.ts'
import type { Watch } from './watch.ts'
import type { Window } from './window.ts'

interface Stage {
  readonly browser: Browser
  readonly watch: Watch
  readonly firms: readonly Firm[]
}

export function begin(stage: Stage, window: Window, action: Action, seed: number): string | undefined {
  const { watch } = stage
  const { session, store, label } = window
  const { state } = session
  const run = (work: Promise<unknown>) => watch.runs(window, action, work)
  switch (action) {
    case 'look':
      run(window.look())
      return `${label} compares the cookie`
    case 'continue':
      if (state.kind !== 'other-person' || !state.current) return undefined
      run(session.continueAsOther())
      return `${label} continues as ${state.current.email}`
    case 'sign out':
      if (!store) return undefined
      watch.signsOut(store.identity)
      run(session.signOut())
      return `${store.identity.email} signs out in ${label}`
    case 'sync':
      store?.syncNow()
      return store && `${label} requests a sync`
    case 'create':
    case 'edit':
      return write(stage, window, action, createDice(seed))
  }
}

function write({ browser, watch, firms }: Stage, window: Window, action: 'create' | 'edit', dice: Dice) {
  const { store, label } = window
  if (!store) return undefined
  window.address = store.identity
  const person = browser.personOf(store.identity.id)
  const projects = [...store.table('projects').all()]
  const seen = action === 'edit' && projects.length ? dice.pick(projects) : undefined
  const word = firms.find(({ tenantId }) => tenantId === store.identity.tenantId)!.canary()
  watch.typed(person, word)
  if (seen) watch.worksOn(person, seen.id, seen.name, word)
  const outcome = seen
    ? store.update('projects', seen, { name: word })
    : store.create('projects', { name: word, type: 'AGRICULTURE', isVisibleToInvestors: dice.chance(0.5) })
  void outcome.then(
    (result) => {
      if (!result.ok) return
      watch.worksOn(person, result.id, word)
      watch.promises(result.changeId, person, word)
    },
    // The store is closed or full, so nothing was committed.
    () => {},
  )
  return `${person.identity.email} ${seen ? 'edits' : 'creates'} ${word} in ${label}`
}
