/** The asterisk is rendered outside of the label's text, so that it is not part of the accessible name. */
export const required = { required: true, withAsterisk: false, labelProps: { 'data-required': true } } as const
