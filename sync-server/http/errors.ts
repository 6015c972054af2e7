import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Code, codeTexts, httpStatusOf } from '#schema/kernel/codes.ts'
import { issuesBody } from '#schema/kernel/issues.ts'
import type { CodedError } from '#server/records/coded-error.ts'
import { respondWithErrorPage, isLink, isOpened } from './pages/error-page.ts'

const retryAfterSeconds = 1
export const unavailableStatus = 503

const respond = (
  context: Context,
  code: Code,
  body: Readonly<Record<string, unknown>>,
  status: ContentfulStatusCode = httpStatusOf[code],
  headers: Readonly<Record<string, string>> = {},
): Response | Promise<Response> =>
  isOpened(context) && isLink(context.req.path)
    ? respondWithErrorPage(context, code, status, headers)
    : context.json({ message: codeTexts[code], code, ...body }, status, headers)

/** The client retries with the same ids. */
export const respondUnavailable = (context: Context): Response | Promise<Response> =>
  respond(context, 'INTERNAL', { message: 'The server is busy. Try again in a moment.' }, unavailableStatus, {
    'retry-after': String(retryAfterSeconds),
  })

export class RequestError extends Error {
  readonly code: Code
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: Code,
    body: Readonly<Record<string, unknown>> = {},
    message: string = codeTexts[code],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.code = code
    this.body = body
    this.headers = headers
  }
}

export const rateLimited = (seconds: number, message?: string): RequestError =>
  new RequestError('RATE_LIMITED', {}, message, { 'retry-after': String(seconds) })

export const respondWithRequestError = (
  context: Context,
  { code, message, body, headers }: RequestError,
): Response | Promise<Response> => respond(context, code, { message, ...body }, httpStatusOf[code], headers)

export const respondCodedError = (context: Context, { code, issues }: CodedError): Response | Promise<Response> =>
  respondWithCode(context, code, Object.keys(issues).length ? issuesBody(issues) : {})

export const respondWithCode = (
  context: Context,
  code: Code,
  body: Readonly<Record<string, unknown>> = {},
): Response | Promise<Response> => respond(context, code, body)

export const respondNotFound = (context: Context): Response | Promise<Response> =>
  isOpened(context)
    ? respondWithErrorPage(context, 'NOT_FOUND', httpStatusOf.NOT_FOUND)
    : respondWithCode(context, 'NOT_FOUND')
