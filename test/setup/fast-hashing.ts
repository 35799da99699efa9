import { setHashing } from '#domain/accounts/sign-in/password-hash.ts'

// Test passwords need no protection. Tests of the hash itself choose secure hashing.
setHashing('fast')
