/**
 * Props of a field that must be filled. The mark is drawn beside the label's text and does not belong to it, so that
 * the field's accessible name stays the word that people see.
 */
export const required = { required: true, withAsterisk: false, labelProps: { 'data-required': true } } as const
