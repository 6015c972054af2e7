// `dialog=details` and `record` open the panel, `part` a dialog over it. Without the panel, `dialog` names the dialog.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { EntityName } from '#schema/registry.ts'
import { noDialog } from '#web/ui/search/list-search.ts'
import { type Part, readPart, writePart } from '#web/records/names/part-in-address.ts'
import type { SearchProps } from '#web/records/list/record-plan.ts'
import { useLastRow } from '#web/records/data/use-last-row.ts'
import { useRow } from '#web/records/data/use-table.ts'

export interface RecordPanelState {
  /** Set even if this device does not have the record. */
  readonly record: string | undefined
  readonly isMissing: boolean
  readonly dialogOver: Part
  readonly openings: number
  readonly stepped: string | undefined
  readonly open: (id: string, as: string, other?: string) => void
  readonly step: (id: string) => void
  readonly close: () => void
  readonly closeDialog: () => void
  /** A record being deleted by this person does not count as missing. */
  readonly onDeleting: (id: string | undefined) => void
}

const partFor = (entity: EntityName, record: string, dialog: string, other: string | undefined): string =>
  writePart(entity, { dialog, record, ...(other && { other }) })

export function useRecordPanel(entity: EntityName, { search, setSearch }: SearchProps): RecordPanelState {
  const { dialog, record, part } = search
  const isDetails = dialog === 'details'
  const openPart = readPart(entity, part)
  const recordInAddress = dialog !== undefined && dialog !== 'create' ? record : undefined
  const row = useRow(entity, recordInAddress)
  const lastRow = useLastRow(entity, dialog === 'edit' ? record : undefined)
  const [deleting, setDeleting] = useState<string>()
  const [openings, setOpenings] = useState(0)
  const [stepped, setStepped] = useState<string>()
  const isOverDetails = useRef(isDetails)
  useEffect(() => {
    isOverDetails.current = isDetails
  }, [isDetails])

  const close = useCallback(() => setSearch(noDialog), [setSearch])
  const closePart = useCallback(() => setSearch({ part: undefined }), [setSearch])
  const open = useCallback(
    (id: string, as: string, other?: string) => {
      setDeleting(undefined)
      if (as === 'details') {
        setOpenings((before) => before + 1)
        setSearch({ dialog: as, record: id, part: undefined })
      } else if (isOverDetails.current)
        setSearch({ dialog: 'details', record: id, part: partFor(entity, id, as, other) })
      else setSearch({ dialog: as, record: id, part: other && partFor(entity, id, as, other) })
    },
    [entity, setSearch],
  )
  const step = useCallback(
    (id: string) => {
      setStepped(id)
      setSearch({ record: id, part: undefined })
    },
    [setSearch],
  )

  const isMissing = recordInAddress !== undefined && !row && !lastRow.row && deleting !== recordInAddress
  return {
    record: isMissing || (isDetails && row) ? recordInAddress : undefined,
    isMissing,
    dialogOver: isDetails
      ? openPart
      : { ...(dialog && { dialog }), ...(record && { record }), ...(openPart.other && { other: openPart.other }) },
    openings,
    stepped,
    open,
    step,
    close,
    closeDialog: isDetails ? closePart : close,
    onDeleting: setDeleting,
  }
}
