import { kycState } from '#schema/entities/investors/kyc.ts'
import { isPhone } from '#schema/kernel/phone.ts'
import { isSame } from '#schema/records/change.ts'
import type { Row } from '#schema/registry.ts'
import type { CommandFields } from '#web/store/base/command.ts'

type Investor = Row<'investors'>
export type Side = 'stays' | 'goes'

export const mergedFields = {
  firstName: ['firstName', 'lastName'],
  email: ['email'],
  phone: ['phone'],
  address: ['address'],
  kycStatus: ['kycStatus', 'kycReason', 'kycReviewOn', 'kycDocuments'],
  referralId: ['referralId'],
  nextContactOn: ['nextContactOn'],
  notes: ['notes'],
} as const satisfies Readonly<Record<string, readonly (keyof Investor)[]>>

export type ValueGroup = keyof typeof mergedFields
export type MergeChoices = Readonly<Partial<Record<ValueGroup, Side>>>

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Only these groups need a decision. */
export const differingGroups = (stays: Investor, goes: Investor): readonly ValueGroup[] =>
  (Object.keys(mergedFields) as ValueGroup[]).filter((group) =>
    mergedFields[group].some(
      (field) => !isSame(stays[field], goes[field]) && !(isEmpty(stays[field]) && isEmpty(goes[field])),
    ),
  )

/** A phone stored before numbers were validated cannot be written again. */
export const canMove = (group: ValueGroup, { phone }: Investor): boolean =>
  group !== 'phone' || phone === null || isPhone(phone)

/** By default a value wins over an empty one, and otherwise the record that stays wins. */
export function sideOf(group: ValueGroup, choices: MergeChoices, stays: Investor, goes: Investor): Side {
  if (!canMove(group, goes)) return 'stays'
  return choices[group] ?? (isEmpty(stays[group]) && !isEmpty(goes[group]) ? 'goes' : 'stays')
}

/** Decides every open group, so that a change from elsewhere does not alter a choice. */
export function decidedChoices(choices: MergeChoices, stays: Investor, goes: Investor): MergeChoices {
  const open = differingGroups(stays, goes).filter((group) => choices[group] === undefined)
  if (open.length === 0) return choices
  return { ...choices, ...Object.fromEntries(open.map((group) => [group, sideOf(group, choices, stays, goes)])) }
}

export const adoptedFields = (
  choices: MergeChoices,
  stays: Investor,
  goes: Investor,
  today: string,
): CommandFields<'investors'> => {
  // The server refuses an approval whose last day has passed.
  const adopted: Investor = { ...goes, kycStatus: kycState(goes, today) }
  return Object.fromEntries(
    differingGroups(stays, goes)
      .filter((group) => sideOf(group, choices, stays, goes) === 'goes')
      .flatMap((group) => mergedFields[group].map((field) => [field, adopted[field] ?? null])),
  )
}
