/** What a client tells its model about this server as a whole. */
export const instructions = `vaultctl lets you use the secrets of a local vault without seeing them. No tool returns a secret's value.

- Find what there is: secret_list, secret_exists, secret_list_fields. Check a value's shape: secret_get_masked. Read a field that is not sensitive (a user name, a host): secret_get_field.
- Use a secret: secret_run puts secrets into environment variables of one program and returns its exit code and output; secret_run_with_bindings uses the variable names the owner bound to the fields of one secret.
- A run starts one program, without a shell: command is the program alone, args are its arguments, and $NAME in them stays literal text. The program itself has to read its environment.
- The key aws/access-key becomes AWS_ACCESS_KEY; a secret with several fields becomes one variable a field, as in DB_PROD_PASSWORD.
- [REDACTED:key] in output means that the program printed the secret of that key: it was there and it worked. Do not try to get around it.
- The owner's policy decides which programs may run. "command not allowed" is final: tell the user which command you need, and let them change the policy.`;
