// `npm test` runs the short form of tests that can try any number of sizes or rounds; `npm run test:long` runs all of
// them, before a release.

export const isLongForm = process.env.TEST_FORM === 'long'
