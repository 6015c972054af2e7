-- Nobody knows which of them it is: each is bound anew by their next sign-in.
UPDATE "directory"."users" AS u SET "provider_hash" = NULL WHERE EXISTS (SELECT FROM "directory"."users" AS o WHERE o."tenant_id" = u."tenant_id" AND o."provider_hash" = u."provider_hash" AND o."id" <> u."id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_tenant_id_provider_hash_unique" ON "directory"."users" USING btree ("tenant_id","provider_hash");
