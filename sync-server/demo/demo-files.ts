// The files of the demo's documents, generated when somebody opens one: everybody who may see the document gets its
// page.
import { Hono } from 'hono'
import { registry } from '#schema/registry.ts'
import type { Database } from '../db/database.ts'
import { readRow } from '../records/read.ts'
import type { Env } from '../http/env.ts'
import { RequestError } from '../http/errors.ts'
import { requireId } from '../http/request.ts'
import { onePagePdf } from './one-page-pdf.ts'

/** The address of a document's file. */
export const filePathOf = (documentId: string): string => `/files/${documentId}`

const fileName = (name: string): string =>
  `inline; filename="document.pdf"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escape)}.pdf`
const escape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

export function demoFiles({ database }: { readonly database: Database }): Hono<Env> {
  const app = new Hono<Env>()

  app.get('/files/:id', async (context) => {
    const session = context.get('session')
    if (!session) return context.redirect(`/api/login?returnTo=${encodeURIComponent(context.req.path)}`, 303)
    const { viewer } = session
    const id = requireId(context)
    const row = await database.tenant(viewer.tenantId, (tx) => readRow(tx, registry.documents, viewer, id))
    if (row?.['url'] !== filePathOf(id)) throw new RequestError('NOT_FOUND')
    const name = String(row['name'])
    const lines = [`${session.person.tenantName} · ${String(row['createdAt']).slice(0, 10)}`]
    const about = 'A page of the demo: it stands for the file that a firm keeps here.'
    return context.body(onePagePdf(name, [...lines, about]).buffer as ArrayBuffer, 200, {
      'content-type': 'application/pdf',
      'content-disposition': fileName(name),
      'content-security-policy': 'sandbox',
      'cache-control': 'private, no-store',
    })
  })

  return app
}
