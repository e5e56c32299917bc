-- Sessions stay valid: their tokens are looked up by hash from now on.
UPDATE "identity"."session" SET token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
