import { useCallback } from 'react'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { useComputed } from '#web/records/data/use-computed.ts'

type Document = Row<'documents'>

export const evidenceOf = (table: Pick<Table<Document>, 'where'>, investorId: string): readonly Document[] =>
  table
    .where('investorId', investorId)
    .filter(({ kycEvidence }) => kycEvidence)
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))

export const useEvidence = (investorId: string): readonly Document[] =>
  useComputed(
    'documents',
    useCallback((table: Table<Document>) => evidenceOf(table, investorId), [investorId]),
  )
