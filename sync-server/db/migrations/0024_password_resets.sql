ALTER TABLE "directory"."users" ADD COLUMN "reset_hash" text;
--> statement-breakpoint
ALTER TABLE "directory"."users" ADD COLUMN "reset_expires_at" timestamp(3) with time zone;
--> statement-breakpoint
CREATE UNIQUE INDEX "users_reset_hash_unique" ON "directory"."users" USING btree ("reset_hash");
