import { expect, it } from 'vitest'
import { wantsPush } from './wants-push.ts'

const at = (time: string) => new Date(`2026-03-15T${time}:00.000Z`)
const quiet = (quietFrom: string, quietUntil: string, timeZone: string | null = null) => ({
  pushKinds: null,
  quietFrom,
  quietUntil,
  timeZone,
})
const pushedAt = (preferences: ReturnType<typeof quiet>, times: readonly string[]) =>
  times.filter((time) => wantsPush(preferences, 'CAPITAL_CALL', at(time)))

it('the quiet time excludes its end, may span midnight, and uses the person’s time zone', () => {
  const times = ['00:00', '06:59', '07:00', '12:00', '21:59', '22:00', '23:30']
  expect(pushedAt(quiet('22:00', '07:00'), times)).toEqual(['07:00', '12:00', '21:59'])
  expect(pushedAt(quiet('07:00', '22:00'), times)).toEqual(['00:00', '06:59', '22:00', '23:30'])
  expect(pushedAt(quiet('22:00', '07:00', 'Asia/Dubai'), times)).toEqual(['06:59', '07:00', '12:00'])
})

it('sends all kinds by default, and none if none are chosen', () => {
  expect(wantsPush(undefined, 'CAPITAL_CALL', at('03:00'))).toBe(true)
  const none = { pushKinds: [], quietFrom: null, quietUntil: null, timeZone: null }
  expect(wantsPush(none, 'CAPITAL_CALL', at('12:00'))).toBe(false)
  expect(wantsPush({ ...none, pushKinds: ['CAPITAL_CALL'] }, 'CAPITAL_CALL', at('12:00'))).toBe(true)
  expect(wantsPush({ ...none, pushKinds: ['CAPITAL_CALL'] }, 'DISTRIBUTION', at('12:00'))).toBe(false)
})
