import { v7 as uuidv7 } from 'uuid'
import { dealsIn } from './deals.ts'
import { flowsOf, flowsOfSale } from './cash-flows.ts'
import { investmentsIn, soldInvestments, unpaidExit } from './investments.ts'
import { noticesOf, signaturesOf } from './notices.ts'
import { documentsIn } from './documents.ts'
import { ongoingProjects, newProjects, soldProjects } from './capital-raised.ts'
import { ratesOf } from './exchange-rates.ts'
import { referralsOf } from './referrers.ts'
import { valuationsOf } from './valuations.ts'
import { firstInvestors, people } from '#server/demo/people.ts'
import {
  daysFrom,
  sortByReference,
  noonOf,
  type SeedFirm,
  type SeedRow,
  type UserIdOf,
} from '#server/demo/seed-parts.ts'

/** In days; one is overdue. */
const nextContacts = [3, -3, 12, null, 44, null, 37, 52, null, 61, 65, null, 80]
const contactNotes = [
  'Prefers to be called in the evening.',
  'Asks for the reports in French.',
  'Wants to increase next year.',
]

export function demoCapital(now: Date, userIdOf: UserIdOf): SeedFirm {
  const days = daysFrom(now)
  const began = noonOf(days.monthsAgo(38))
  const rowOf = (entity: string, fields: SeedRow['fields'], at: Date): SeedRow => ({ entity, id: uuidv7(), at, fields })
  const ongoing = ongoingProjects.map(([fields]) => rowOf('projects', { ...fields }, began))
  const sold = soldProjects.map(([fields]) => rowOf('projects', { ...fields }, began))
  const opened = newProjects.map((fields) => rowOf('projects', { ...fields }, days.on(days.latestMonth)))
  const unreferred = firstInvestors.map((fields, i) => {
    const contact = nextContacts[i]
    const more = {
      notes: contactNotes[i % 5] ?? null,
      nextContactOn: contact == null ? null : days.ago(-contact),
      kycReviewOn: fields.kycStatus === 'APPROVED' ? days.ago(-120 - 10 * i) : null,
    }
    return rowOf('investors', { ...fields, ...more }, began)
  })
  const referrals = referralsOf(days, began, unreferred, ongoing)
  const first = unreferred.map((row, i) => {
    const referralId = referrals.referrerIdByInvestorIndex.get(i)
    return referralId ? { ...row, fields: { ...row.fields, referralId } } : row
  })
  const newest = people(47).map((fields) => rowOf('investors', fields, days.on(days.latestQuarter)))
  const exit = unpaidExit(days, ongoing.at(-1)!, first)
  const holdings = ongoingProjects.map(([, raised], projectIndex) => [
    ...investmentsIn(days, ongoing[projectIndex]!, raised, { first, newest }, projectIndex),
    ...(projectIndex === ongoing.length - 1 ? [exit] : []),
  ])
  const sales = soldProjects.map(([, sale], i) => soldInvestments(days, sold[i]!, sale, first))
  const documents = documentsIn(days, { ongoing, opened, investors: first.slice(0, 8) })
  const rows = [
    ...ongoing,
    ...sold,
    ...opened,
    // Referrers come between the investors who are referrers and those who were referred.
    ...first.filter(({ fields }) => !fields['referralId']),
    ...referrals.referrers,
    ...first.filter(({ fields }) => fields['referralId']),
    ...newest,
    ...referrals.agreementsAndAttachments,
    ...ratesOf(days),
    ...sales.flat(),
    ...holdings.flat(),
    ...ongoingProjects.flatMap(([, raised], i) => valuationsOf(days, ongoing[i]!, holdings[i]!, raised, i)),
    ...ongoingProjects.flatMap(([, raised], i) => flowsOf(days, holdings[i]!, raised)),
    ...soldProjects.flatMap(([, sale], i) => flowsOfSale(days, sales[i]!, sale)),
    ...documents.rows,
    ...dealsIn(days, { investors: first, referrers: referrals.referrers, userIdOf }),
  ]
  return {
    rows: sortByReference(rows),
    exits: [{ id: exit.id, at: days.on(days.ago(40)), exitedOn: days.ago(40) }],
    files: [...documents.files, ...referrals.files],
    serverRows: [...signaturesOf(days, documents.rows, userIdOf), ...noticesOf(days, rows, userIdOf)],
    links: new Map([
      ['investor@demo.test', first[0]!.id],
      ['investor2@demo.test', first[1]!.id],
    ]),
  }
}
