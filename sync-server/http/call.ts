// A call of the API, declared once: its path, who may make it, what it takes and what it answers. The route, the
// description in openapi.json and the tests of rights derive from the declaration.
import type { Context } from 'hono'
import type * as z from 'zod'
import type { Code } from '#schema/codes.ts'
import type { Entity, Fields } from '#schema/entity.ts'
import type { ValueOf } from '#schema/field.ts'
import { isStaff, mayEver, type Viewer } from '#schema/viewer.ts'
import type { Env } from './env.ts'
import { RequestError } from './errors.ts'
import { readQuery, readValues, requireId, requireViewer } from './request.ts'

/** JSON Schema, or a shape that becomes one. */
export type Json = Readonly<Record<string, unknown>>
export type Shape = Json | z.core.$ZodType

/**
 * Everybody; everybody who is signed in; staff; administrators; or those whose role may ever use the verb on rows of the
 * entity. What they may do with one row is decided with the row.
 */
export type Who = 'anybody' | 'person' | 'staff' | 'admin' | { readonly may: string; readonly of: Entity }

export interface Answer {
  readonly says: string
  /** Absent for an answer without a JSON body. */
  readonly json?: Shape
  /** The type of another body. */
  readonly type?: string
}

type Values<Of extends Fields> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> }

export interface CallPlan<W extends Who, Query extends Fields, Body extends Fields> {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete'
  /** `:id` is the id of a row; a text that is not an id is answered like a missing row. */
  readonly path: string
  readonly says: string
  readonly who: W
  /** Parameters after the question mark; unknown ones are ignored. */
  readonly query?: Query
  /** The fields of a JSON body; unknown ones are ignored. */
  readonly body?: Body
  /** The description of a body that the handler reads itself. */
  readonly takes?: { readonly type: string; readonly schema: Shape }
  /** Further parameters, which the handler reads itself, as OpenAPI describes them. */
  readonly parameters?: readonly Json[]
  /** By status, the successful ones. */
  readonly answers: Readonly<Record<number, Answer>>
  /** Beyond the refusals that follow from the rest. */
  readonly refuses?: readonly Code[]
}

export interface Asked<W extends Who, Query extends Fields, Body extends Fields> {
  readonly context: Context<Env>
  readonly viewer: W extends 'anybody' ? null : Viewer
  /** Empty in a path without `:id`. */
  readonly id: string
  readonly query: Values<Query>
  readonly body: Values<Body>
}

/** A declared call with its handler, whatever it takes. */
export interface Call extends CallPlan<Who, Fields, Fields> {
  handle(context: Context<Env>): Promise<Response>
}

/** Of a call that may be made again with the same result. */
export const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', format: 'uuid' },
}

type Answered = Response | object

export function call<const W extends Who, Query extends Fields = {}, Body extends Fields = {}>(
  plan: CallPlan<W, Query, Body>,
  handler: (asked: Asked<W, Query, Body>) => Promise<Answered> | Answered,
): Call {
  const status = Number(Object.keys(plan.answers)[0]) as 200 | 201
  return {
    ...plan,
    async handle(context) {
      const viewer = plan.who === 'anybody' ? null : requireRight(context, plan.who)
      const id = plan.path.includes(':id') ? requireId(context) : ''
      const query = plan.query ? readQuery(context, plan.query) : {}
      const body = plan.body ? await readValues(context, plan.body) : {}
      const answered = await handler({ context, viewer, id, query, body } as Asked<W, Query, Body>)
      return answered instanceof Response ? answered : context.json(answered, status)
    },
  }
}

/** Refuses a role that may never make the call, before any look-up. */
function requireRight(context: Context<Env>, who: Exclude<Who, 'anybody'>): Viewer {
  const viewer = requireViewer(context)
  if (!hasRight(viewer, who)) throw new RequestError('FORBIDDEN')
  return viewer
}

function hasRight(viewer: Viewer, who: Exclude<Who, 'anybody'>): boolean {
  if (who === 'person') return true
  if (who === 'staff') return isStaff(viewer)
  if (who === 'admin') return viewer.role === 'ADMIN'
  return mayEver(who.of, viewer, who.may)
}

/** The refusals that follow from what a call is and takes. */
export function refusalsOf({ who, path, query, parameters, body, takes, refuses = [] }: Call): readonly Code[] {
  const byWho: readonly Code[] = who === 'anybody' ? [] : ['UNAUTHORIZED', 'OTHER_PERSON']
  return [
    ...byWho,
    ...(who === 'anybody' || who === 'person' ? [] : (['FORBIDDEN'] as const)),
    ...(path.includes(':id') ? (['NOT_FOUND'] as const) : []),
    // Beside a newer version: what only that one knows is left to it (GROW7, GROW8).
    ...(typeof who === 'object' ? (['NEWER'] as const) : []),
    ...(query || parameters || body || takes ? (['VALIDATION'] as const) : []),
    ...(body || takes ? (['TOO_LARGE'] as const) : []),
    ...refuses,
  ]
}
