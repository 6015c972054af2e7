import type { Context } from 'hono'
import type * as z from 'zod'
import { type Code, httpStatusOf } from '#schema/kernel/codes.ts'
import type { Fields } from '#schema/kernel/entity.ts'
import type { ValuesOf } from '#schema/kernel/field.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Session } from '#server/auth/sessions.ts'
import { isAuthorized, type AuthRequirement } from '#server/auth/auth-requirement.ts'
import type { ResponseHeader } from '#server/http/headers/response-headers.ts'
import { ifMatchParameter, requireTag, tagOf } from './conditional.ts'
import type { Env } from '#server/http/env.ts'
import { unavailableStatus, RequestError } from '#server/http/errors.ts'
import type { RunOnce } from './idempotency.ts'
import { isInParts } from './paging.ts'
import { readChanges, readQuery, readValues, requireId, requireSession } from './request.ts'

export type Json = Readonly<Record<string, unknown>>
export type Shape = Json | z.core.$ZodType

export interface DescribedResponse {
  readonly description: string
  readonly json?: Shape
  readonly type?: string
  /** Besides those that `headersFollowing` adds. */
  readonly headers?: readonly ResponseHeader[]
}

export interface CallPlan<
  W extends AuthRequirement = AuthRequirement,
  Path extends string = string,
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Changes extends Fields = Fields,
> {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete' | 'options'
  /** `:id` is a row's id; a text that is not an id looks missing. */
  readonly path: Path
  readonly summary: string
  readonly auth: W
  readonly query?: Query
  readonly body?: Body
  /** The changed fields of a JSON body; unknown ones are ignored. */
  readonly changes?: Changes
  readonly requestBody?: { readonly type: string; readonly schema: Shape }
  readonly parameters?: readonly Json[]
  /** The values behind the ETag of a response that is not a record. */
  readonly tag?: (result: never) => unknown
  /** For a POST that is more than one change of records. */
  readonly idempotent?: RunOnce
  readonly responses: Readonly<Record<number, DescribedResponse>>
  /** Beyond those that `refusalsOf` derives. */
  readonly errors?: readonly Code[]
  readonly errorPages?: Readonly<Record<number, string>>
}

export interface CallRequest<
  W extends AuthRequirement,
  Path extends string = string,
  Query extends Fields = {},
  Body extends Fields = {},
  Changes extends Fields = {},
> {
  readonly context: Context<Env>
  readonly session: W extends 'anybody' ? null : Session
  readonly viewer: W extends 'anybody' ? null : Viewer
  readonly id: Path extends `${string}/:id${string}` ? string : null
  readonly query: ValuesOf<Query>
  readonly body: ValuesOf<Body>
  readonly changes: Partial<ValuesOf<Changes>>
  readonly requireMatch: (now: object) => void
}

export interface Call extends CallPlan {
  handle(context: Context<Env>): Promise<Response>
}

export const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', format: 'uuid' },
}

export const idempotencyKeyParameter = {
  ...idempotencyParameter,
  description:
    'For a day the same request with the same key gets the same response, and nothing is done again; while the first is in progress, 503 with Retry-After',
}

type HandlerResult = Response | object

export function call<
  const W extends AuthRequirement,
  const Path extends string,
  Query extends Fields = {},
  Body extends Fields = {},
  Changes extends Fields = {},
>(
  plan: CallPlan<W, Path, Query, Body, Changes>,
  handler: (request: CallRequest<W, Path, Query, Body, Changes>) => Promise<HandlerResult> | HandlerResult,
): Call {
  const status = Number(Object.keys(plan.responses)[0]) as 200 | 201
  const { tag, idempotent } = plan
  const isGuarded = tag !== undefined && plan.method !== 'get'
  // A call's `tag` receives what its handler returns.
  const tagFor = (result: object): string => tagOf(tag!(result as never))
  const parameters = [
    ...(plan.parameters ?? []),
    ...(isGuarded ? [ifMatchParameter] : []),
    ...(idempotent ? [idempotencyKeyParameter] : []),
  ]
  return {
    ...plan,
    ...(parameters.length > 0 && { parameters }),
    errors: [
      ...(plan.errors ?? []),
      ...(isGuarded ? (['CONFLICT'] as const) : []),
      ...(idempotent ? (['DUPLICATE'] as const) : []),
    ],
    async handle(context) {
      const session = plan.auth === 'anybody' ? null : requireRight(context, plan.auth)
      const id = plan.path.includes('/:id') ? requireId(context) : null
      const query = plan.query ? readQuery(context, plan.query) : {}
      const body = plan.body ? await readValues(context, plan.body) : {}
      const changes = plan.changes ? await readChanges(context, plan.changes) : {}
      const requireMatch = (now: object) => requireTag(context, now, tagFor(now))
      const request = { context, session, viewer: session?.viewer ?? null, id, query, body, changes, requireMatch }
      const work = () => handler(request as CallRequest<W, Path, Query, Body, Changes>)
      const result =
        idempotent && session ? await idempotent(context, session.viewer, [query, body, changes], work) : await work()
      if (result instanceof Response) return result
      return context.json(result, status, tag ? { etag: `"${tagFor(result)}"` } : {})
    },
  }
}

function requireRight(context: Context<Env>, auth: Exclude<AuthRequirement, 'anybody'>): Session {
  const session = requireSession(context)
  if (!isAuthorized(auth, session.viewer)) throw new RequestError('FORBIDDEN')
  return session
}

export interface DescribedRefusal {
  readonly status: number
  readonly code: Code
}

const isSafe = ({ method }: CallPlan): boolean => method === 'get' || method === 'options'

export function refusalsOf(plan: CallPlan): readonly DescribedRefusal[] {
  const { auth, path, query, parameters = [], body, changes, requestBody, errors = [] } = plan
  const hasBody = body || changes || requestBody
  const codes: readonly Code[] = [
    ...(auth === 'anybody' ? [] : (['UNAUTHORIZED', 'SUSPENDED'] as const)),
    // Only calls below /api check the person header.
    ...(path.startsWith('/api/') ? (['OTHER_PERSON'] as const) : []),
    // Also for an unknown host and for cross-site requests.
    'FORBIDDEN',
    'RATE_LIMITED',
    ...(path.includes('/:id') ? (['NOT_FOUND'] as const) : []),
    ...(query || hasBody || !isSafe(plan) || isInParts(parameters) ? (['VALIDATION'] as const) : []),
    ...(hasBody ? (['TOO_LARGE'] as const) : []),
    // A newer version may know more about the entity (GROW7, GROW8).
    ...(typeof auth === 'object' ? (['NEWER'] as const) : []),
    ...errors,
    'INTERNAL',
  ]
  const refusals = [...new Set(codes)].map((code) => ({ status: httpStatusOf[code], code }))
  return [...refusals, { status: unavailableStatus, code: 'INTERNAL' }]
}
