// The browser posts them as a form; the worker stores them on the device and the server never receives it.
import { sharedAddress, sharedPart, sharePath, type UnsharedReason } from '#schema/app/shared-files.ts'

export function isShare({ method, url }: Request, origin: string): boolean {
  const { origin: of, pathname } = new URL(url)
  return method === 'POST' && of === origin && pathname === sharePath
}

/** The browser's own form has no referrer. Pages can hide theirs, so the person must also confirm. */
const isFromElsewhere = ({ referrer }: Request, origin: string): boolean =>
  /^https?:/.test(referrer) && new URL(referrer).origin !== origin

type Keep = (files: readonly File[]) => Promise<'kept' | UnsharedReason>

export async function receiveShare(request: Request, origin: string, keep: Keep): Promise<Response> {
  const outcome = isFromElsewhere(request, origin)
    ? 'foreign'
    : await storeAll(request, keep).catch(() => 'unkept' as const)
  return Response.redirect(new URL(sharedAddress(outcome), origin), 303)
}

async function storeAll(request: Request, keep: Keep): Promise<'kept' | UnsharedReason> {
  const parts = (await request.formData()).getAll(sharedPart)
  return keep(parts.filter((part) => part instanceof File))
}
