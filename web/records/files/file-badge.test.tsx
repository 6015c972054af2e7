import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { filePathOf } from '#schema/kernel/files.ts'
import { DocumentsScreen } from '#web/entities/documents/documents-screen.tsx'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'

const details = page.getByRole('dialog', { name: 'Document details' })

for (const version of [0, 1])
  test(`a discarded upload is not shown as pending, even before the server knows (${version} earlier versions)`, async () => {
    const store = await openTestStore()
    const requests: string[] = []
    store.server.call = ({ path, method }) => {
      if (!path.startsWith('/api/uploads')) return undefined
      requests.push(method)
      if (method === 'POST') return { status: 201, body: {}, headers: { location: '/api/uploads/1' } }
      return { status: 503, body: {} }
    }
    const owner = { entity: 'documents', id: store.newId() } as const
    const uploading = { fileState: 'UPLOADING', version, url: version > 0 ? filePathOf(owner.id) : null }
    store.put('documents', { id: owner.id, name: 'Own', ...uploading })
    store.put('documents', { id: store.newId(), name: 'Of others', ...uploading })
    await renderScreen(store, DocumentsScreen, { dialog: 'details', record: owner.id })
    await store.files.add(owner, new File(['%PDF-plan'], 'Plan.pdf'))
    await expect.poll(() => requests).toContain('PATCH')
    await expect.element(details.getByText('Pending on this device')).toBeVisible()
    await store.files.discardUpload(owner)
    await expect.element(details.getByText('Pending on this device')).not.toBeInTheDocument()
    expect(details.getByText('No file').elements()).toHaveLength(version === 0 ? 1 : 0)
    await expect.element(page.getByText('Pending on another device')).toBeVisible()
    expect(store.files.isDiscarding(owner)).toBe(true)
  })
