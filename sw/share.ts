// Files that other apps share with this one. The browser sends them to the server as a form, which never gets it: the
// worker keeps them on the device, with a network and without one.
import { sharedAddress, sharedPart, sharePath, type UnsharedReason } from '#schema/app/shared-files.ts'

export function isShare({ method, url }: Request, origin: string): boolean {
  const { origin: of, pathname } = new URL(url)
  return method === 'POST' && of === origin && pathname === sharePath
}

/** The browser's own form has no referrer. Pages can hide theirs, so the app asks the person as well. */
const isFromElsewhere = ({ referrer }: Request, origin: string): boolean =>
  /^https?:/.test(referrer) && new URL(referrer).origin !== origin

type Keep = (files: readonly File[]) => Promise<'kept' | UnsharedReason>

/** Leads to the app, which shows the files, or says why they are not there. */
export async function receiveShare(request: Request, origin: string, keep: Keep): Promise<Response> {
  const outcome = isFromElsewhere(request, origin)
    ? 'foreign'
    : await keepAll(request, keep).catch(() => 'unkept' as const)
  return Response.redirect(new URL(sharedAddress(outcome), origin), 303)
}

async function keepAll(request: Request, keep: Keep): Promise<'kept' | UnsharedReason> {
  const parts = (await request.formData()).getAll(sharedPart)
  return keep(parts.filter((part) => part instanceof File))
}
