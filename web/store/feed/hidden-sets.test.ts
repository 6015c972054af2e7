import { expect, it } from 'vitest'
import { HiddenSets } from './hidden-sets.ts'

function setupHiddenSets() {
  const storage = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  }
  return () => new HiddenSets(localStorage, 'ada')
}

const set = (generation: number, scope: string, epoch = 'e1') => ({ generation, scope, epoch })

it('FOLD3 hides all sets up to a generation in every tab, except sets of the given scope', () => {
  const openTab = setupHiddenSets()
  const [tab, other] = [openTab(), openTab()]
  expect(tab.has(set(1, 'wide'))).toBe(false)
  tab.hide(2, 'e1', 'narrow')
  for (const each of [tab, other, openTab()]) {
    expect([set(1, 'wide'), set(2, 'wide'), set(2, 'narrow', 'e0')].map((name) => each.has(name))).toEqual([
      true,
      true,
      true,
    ])
    expect([set(3, 'wide'), set(1, 'narrow')].map((name) => each.has(name))).toEqual([false, false])
    expect(each.upTo).toBe(2)
  }
  other.hide(3, 'e1', 'none')
  expect([set(1, 'narrow'), set(3, 'narrow'), set(3, 'none')].map((name) => tab.has(name))).toEqual([true, true, false])
})

it('FOLD3 hides in this tab even if nothing can be written', () => {
  const sets = new HiddenSets(undefined, 'ada')
  sets.hide(1, 'e1', 'narrow')
  expect([set(1, 'wide'), set(1, 'narrow')].map((name) => sets.has(name))).toEqual([true, false])
})

it('FOLD3 a set of another tab is visible once the hidden ones are deleted, unless it may be one of them', () => {
  const sets = new HiddenSets(undefined, 'ada')
  sets.hide(1, 'e1', 'narrow')
  sets.forget(0)
  expect(sets.has(set(1, 'wide'))).toBe(true)
  sets.forget(1)
  expect(sets.has(set(1, 'wide'))).toBe(false)
  const tab = setupHiddenSets()()
  tab.hide(1, 'e1', 'narrow')
  tab.forget(1)
  expect(tab.has(set(1, 'wide')), 'other tabs may have learned of it too late').toBe(true)
})

it.each(['', '{', '3', 'null', '["x"]', '[null]'])('FOLD3 invalid stored texts hide nothing: %s', (text) => {
  const localStorage = { getItem: () => text, setItem: () => {}, removeItem: () => {} }
  const sets = new HiddenSets(localStorage, 'ada')
  expect([sets.upTo, sets.has(set(1, 'wide'))]).toEqual([0, false])
  sets.hide(1, 'e1', 'narrow')
  expect(sets.has(set(1, 'wide'))).toBe(true)
})
