/** The client went away before its request had arrived. Neither an error nor a failure on our side. */
export class ClientGone extends Error {}
