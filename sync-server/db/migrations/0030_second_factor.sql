ALTER TABLE "directory"."users" ADD COLUMN "totp_encrypted" text;
--> statement-breakpoint
ALTER TABLE "directory"."users" ADD COLUMN "totp_step" integer;
--> statement-breakpoint
ALTER TABLE "directory"."users" ADD COLUMN "recovery_hashes" jsonb;
