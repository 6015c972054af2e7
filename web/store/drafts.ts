// The words of forms that had to be taken off the screen, until their person opens the same form again.
import type { DraftFields, Drafts } from './contract.ts'
import type { TextDocument } from './database.ts'
import type { Documents } from './documents.ts'

const id = 'drafts'

export async function keepDrafts(documents: Documents<TextDocument>, drafts: Drafts): Promise<void> {
  if (Object.keys(drafts).length === 0) return
  const previous = await documents.get(id)
  const kept = previous ? (JSON.parse(previous.text) as Drafts) : {}
  const document = { id, text: JSON.stringify({ ...kept, ...drafts }) }
  await documents.write(previous ? { replace: [{ previous, document }] } : { insert: [document] })
}

/** Hands the draft of a form out, once. */
export async function takeDraft(documents: Documents<TextDocument>, place: string): Promise<DraftFields | null> {
  const previous = await documents.get(id)
  if (!previous) return null
  const { [place]: draft, ...left } = JSON.parse(previous.text) as Drafts
  if (!draft) return null
  await documents.write({ replace: [{ previous, document: { id, text: JSON.stringify(left) } }] })
  return draft
}
