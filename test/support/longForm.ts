/** Before a release: `npm run test:long`, with the sizes and rounds that take too long for each change. */
export const isLongForm = process.env.TEST_FORM === 'long'
