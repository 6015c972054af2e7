// The browser posts shared files as a form, which never reaches the server.
import { addressAfterShare, sharedFilesField, sharePath, type UnsharedReason } from '#schema/app/shared-files.ts'

export function isShare({ method, url }: Request, origin: string): boolean {
  const { origin: requestOrigin, pathname } = new URL(url)
  return method === 'POST' && requestOrigin === origin && pathname === sharePath
}

/** The browser's own form has no referrer. Pages can hide theirs, so the person must also confirm. */
const isCrossOrigin = ({ referrer }: Request, origin: string): boolean =>
  /^https?:/.test(referrer) && new URL(referrer).origin !== origin

type StoreFiles = (files: readonly File[]) => Promise<'stored' | UnsharedReason>

export async function receiveShare(request: Request, origin: string, storeFiles: StoreFiles): Promise<Response> {
  const outcome = isCrossOrigin(request, origin)
    ? 'foreign'
    : await storeAll(request, storeFiles).catch(() => 'unkept' as const)
  return Response.redirect(new URL(addressAfterShare(outcome), origin), 303)
}

async function storeAll(request: Request, storeFiles: StoreFiles): Promise<'stored' | UnsharedReason> {
  const parts = (await request.formData()).getAll(sharedFilesField)
  return storeFiles(parts.filter((part) => part instanceof File))
}
