import { setHashing } from '#domain/people/password-hash.ts'

// Tests do not protect anybody's password; those of the hash itself choose the secure way.
setHashing('fast')
