import { expect, it } from 'vitest'
import { excerptOf } from './shown-excerpt.ts'

const snapshot = `
- navigation "Main menu":
  - link "Projects":
    - /url: /projects
- main:
  - heading "Projects" [level=1]
  - region:
    - alert:
      - heading "Access Denied"
      - img
    - table
- status: Success
- dialog "Edit Project":
  - textbox "Name"
- contentinfo`.slice(1)

it('shows dialogs, alerts and toasts with their content, then the main part, then the rest', () => {
  expect(excerptOf(snapshot, 40)).toEqual([
    '    - alert:',
    '      - heading "Access Denied"',
    '- status: Success',
    '- dialog "Edit Project":',
    '  - textbox "Name"',
    '- main:',
    '  - heading "Projects" [level=1]',
    '  - region:',
    '    - table',
    '- navigation "Main menu":',
    '  - link "Projects":',
    '- contentinfo',
  ])
})

it('states how many lines are omitted', () => {
  expect(excerptOf(snapshot, 3)).toEqual(['    - alert:', '      - heading "Access Denied"', '… 10 more lines'])
  expect(excerptOf(snapshot, 12)).toHaveLength(12)
})

it('cuts long lines', () => {
  expect(excerptOf(`- text: ${'a'.repeat(200)}`, 40)).toEqual([`- text: ${'a'.repeat(152)}…`])
})
