import * as z from 'zod/mini'
import { custom, field, boundedText } from './field-types.ts'
import { isApiPath } from './same-origin-path.ts'

export const maxPictureCharacters = 8_000

/** Browsers skip control characters and treat a backslash as a slash, so both are refused. */
const isAddress = (text: string): boolean => !/[\p{Cc}\\]/u.test(text) && !/^(https?:\/\/[/?#]|\/\/)/i.test(text)
const isWebAddress = (text: string): boolean => /^https?:\/\/./i.test(text) && URL.canParse(text)
const hasScheme = (text: string): boolean => /^[^/?#]*:/.test(text)
const isServerPath = (text: string): boolean => !hasScheme(text) && !isApiPath(text)

/**
 * A web address or a path on this server outside of its API. Other schemes are refused. Spaces are percent-encoded.
 */
export const url = () =>
  field<string>(
    { kind: 'url', max: 2048 },
    z.pipe(
      boundedText(2048),
      z.pipe(
        z.transform((input: string) => input.trim().replace(/[^\S\p{Cc}]/gu, encodeURIComponent)),
        z.string().check(
          z.maxLength(2048, custom('max')),
          z.refine((text) => isAddress(text) && (isWebAddress(text) || isServerPath(text)), custom('url')),
        ),
      ),
    ),
  )

const isPicture = (text: string): boolean => /^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(text)

/** A small `data:` URL or a path on this server: the content policy allows nothing else. */
export const picture = () =>
  field<string>(
    { kind: 'url', max: maxPictureCharacters },
    boundedText(maxPictureCharacters).check(
      z.refine((text) => isPicture(text) || (isAddress(text) && isServerPath(text)), custom('url')),
    ),
  )
