// The files that this window is sending, beside the forms that chose them: people go on meanwhile.
import i18next from 'i18next'
import { create } from 'zustand'
import type { Store } from '#web/store/contract.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { holdWhileSending } from '#web/ui/overlay/unsaved-forms.ts'
import { problemText } from '#web/ui/problem-text.ts'
import { sendFile } from './send-file.ts'

/** By document: how much of its file has arrived, from 0 to 1. */
type Sending = Readonly<Record<string, number>>

export const useSending = create<Sending>(() => ({}))

const told = (id: string, part: number): void => useSending.setState({ [id]: part })
const over = (id: string): void => useSending.setState(({ [id]: _, ...others }) => others, true)

/** Sends the file of a document and tells what came of it. */
export async function sendDocument(store: Store, id: string, file: File): Promise<boolean> {
  const release = holdWhileSending()
  told(id, 0)
  try {
    await sendFile(store, { entity: 'documents', id }, file, (part) => told(id, part))
    toast.success(i18next.t('documents:uploaded'))
    return true
  } catch (problem) {
    toast.warn(
      i18next.t('documents:uploadFailed'),
      [problemText(problem), i18next.t('documents:fileNotKept')].filter(Boolean).join(' '),
    )
    return false
  } finally {
    over(id)
    release()
  }
}
