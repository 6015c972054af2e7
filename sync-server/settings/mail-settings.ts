import * as z from 'zod'
import { settingMeta, someText } from './setting-meta.ts'

export const mailSettings = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .register(settingMeta, {
      group: 'mail',
      kind: 'url',
      meaning:
        'mail server; requires `MAIL_FROM`, and `PUBLIC_URL` unless only this machine reaches the server. Unset: no mail is sent',
      expects: 'an address that begins with smtps:// or smtp:// and names user, password and host',
      example: 'smtps://user:password@mail.firm.example',
      isSecret: true,
    }),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .optional()
    .register(settingMeta, {
      group: 'mail',
      kind: 'address',
      meaning: 'sender of mails, an address or `Name <address>`',
      expects: 'an address, or a name and <address>',
      example: 'Holdfast <holdfast@firm.example>',
    }),
  INVITATION_LINKS: z.enum(['shown', 'mailed']).optional().register(settingMeta, {
    group: 'mail',
    kind: 'choice',
    meaning:
      '`shown`: administrators see the links of invitations and password resets; `mailed`: they are only mailed. Unset: shown in the demo and on a server with one firm',
    expects: '`shown` or `mailed`',
    example: 'mailed',
  }),
  VAPID_PUBLIC_KEY: someText.optional().register(settingMeta, {
    group: 'mail',
    kind: 'keys',
    meaning: 'public key for push messages, the same on all nodes. Unset: a pair is made in `DATA_DIR`',
    expects: 'a P-256 public key of 65 bytes in base64url',
    example: '',
  }),
  VAPID_PRIVATE_KEY: someText.optional().register(settingMeta, {
    group: 'mail',
    kind: 'keys',
    meaning: 'the private key of `VAPID_PUBLIC_KEY`; give both or neither',
    expects: 'a P-256 private key of 32 bytes in base64url',
    example: '',
    isSecret: true,
  }),
}
