// What a merged record keeps: of each field, or of fields that belong together, one record's values.
import { isSame } from '#schema/records/change.ts'
import type { Row } from '#schema/registry.ts'
import type { CommandFields } from '#web/store/base/command.ts'

type Investor = Row<'investors'>
export type Side = 'stays' | 'goes'

/** Fields that are kept together, named after the first one. */
export const mergedFields = {
  firstName: ['firstName', 'lastName'],
  email: ['email'],
  phone: ['phone'],
  address: ['address'],
  kycStatus: ['kycStatus', 'kycReason'],
  referralId: ['referralId'],
  nextContactOn: ['nextContactOn'],
  notes: ['notes'],
} as const satisfies Readonly<Record<string, readonly (keyof Investor)[]>>

export type ValueGroup = keyof typeof mergedFields
export type MergeChoices = Readonly<Partial<Record<ValueGroup, Side>>>

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The groups in which the two records differ: only these are asked. */
export const differing = (stays: Investor, goes: Investor): readonly ValueGroup[] =>
  (Object.keys(mergedFields) as ValueGroup[]).filter((group) =>
    mergedFields[group].some(
      (field) => stays[field] !== goes[field] && !(isEmpty(stays[field]) && isEmpty(goes[field])),
    ),
  )

/** Where nobody chooses, a record that has a value wins over one that has none, and else the one that stays. */
export const sideOf = (group: ValueGroup, choices: MergeChoices, stays: Investor, goes: Investor): Side =>
  choices[group] ?? (isEmpty(stays[group]) && !isEmpty(goes[group]) ? 'goes' : 'stays')

/** The choices with an answer to each question, so that a change from elsewhere turns none of them. */
export function settled(choices: MergeChoices, stays: Investor, goes: Investor): MergeChoices {
  const open = differing(stays, goes).filter((group) => choices[group] === undefined)
  if (open.length === 0) return choices
  return { ...choices, ...Object.fromEntries(open.map((group) => [group, sideOf(group, choices, stays, goes)])) }
}

/** The values that the record which stays takes over. */
export const adoptedFields = (choices: MergeChoices, stays: Investor, goes: Investor): CommandFields<'investors'> =>
  Object.fromEntries(
    differing(stays, goes)
      .filter((group) => sideOf(group, choices, stays, goes) === 'goes')
      .flatMap((group) => mergedFields[group].map((field) => [field, goes[field]])),
  )

/** What the record had before the merge, in the groups that nobody has changed since. */
export const givenBack = (
  before: Investor,
  written: CommandFields<'investors'>,
  now: Investor,
): CommandFields<'investors'> =>
  Object.fromEntries(
    Object.values(mergedFields)
      .filter((group) => group.every((field) => field in written && isSame(now[field], written[field])))
      .flatMap((group) => group.map((field) => [field, before[field]])),
  )
